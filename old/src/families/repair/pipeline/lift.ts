// Fields that stand in sections of the document, e.g. `execution.current_phase`, and in an object under `prd`.

import { isJsonObject } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { fitsPipeline, pipelineAliases } from './fields.js';

const sections = new Set(
  'pipeline execution meta metadata run header info summary progress state build checkpoint details prd spec workstreams gates'.split(
    ' ',
  ),
);
/** What these sections hold under other names means other things. */
const strict = new Set(['workstreams', 'gates', 'progress']);
const idFields = ['id', 'prd_id', 'number', 'prd'];

/**
 * Moves fields that are missing out of the sections that hold them.
 * @param draft the document, its fields renamed
 */
export function liftFields(draft: Draft): void {
  if (isJsonObject(draft.get('prd'))) liftId(draft);
  for (const section of Object.keys(draft.root).filter((name) => sections.has(snakeCase(name)))) {
    const inside = draft.get(section);
    if (!isJsonObject(inside)) continue;
    const isStrict = strict.has(snakeCase(section));
    for (const [field, others] of Object.entries(pipelineAliases)) {
      const own = draft.get(field);
      if (own !== undefined || field === section) continue;
      const names = isStrict ? [field] : [field, ...others];
      const name = Object.keys(inside).find((one) => {
        const value = draft.get(section, one);
        return names.includes(snakeCase(one)) && value !== undefined && value !== null && fitsPipeline(field, value);
      });
      if (name !== undefined) draft.move([section, name], [field], 'moved', `it stood inside ${section}`);
    }
  }
}

/** `{"prd": {"id": "PRD-118", "title": "Cash drop"}}` */
function liftId(draft: Draft): void {
  const name = idFields.find((field) => typeof draft.get('prd', field) === 'string');
  if (name === undefined) return;
  draft.move(['prd'], ['prd_info'], 'moved', 'prd is an id');
  draft.move(['prd_info', name], ['prd'], 'moved', 'it stood inside prd');
  const title = ['title', 'name', 'prd_title'].find((field) => typeof draft.get('prd_info', field) === 'string');
  if (title === undefined) return;
  if (draft.get('prd_title') === null) draft.setAside(['prd_title'], 'prd_title is null; prd has the title');
  draft.move(['prd_info', title], ['prd_title'], 'moved', 'it stood inside prd');
}
