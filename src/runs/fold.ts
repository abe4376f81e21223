import type { Key } from '../base/names.js';
import type { Project } from './project.js';

export async function noteWrite(_project: Project, _env: NodeJS.ProcessEnv, _key: Key): Promise<void> {}
