// The configuration, for quick commands: most projects have none.

export { loadConfig } from '../../../service/config/load.js';
