// Hand-offs between orchestrators and sub-agents: their checks, and what several responses come to. Pure.

export { type Aggregated, aggregateHandoffs, voteOf } from './aggregate.js';
export { checkHandoffRequest, type HandoffCheck } from './check-request.js';
export { checkHandoffResponse, type ResponseOptions } from './check-response.js';
export { findResponse } from './find-response.js';
export {
  type EarlierHandoff,
  entryOf,
  type HandoffEntry,
  handoffsIn,
  withRequest,
  withResponse,
  withUnfit,
} from './record.js';
export * from './types.js';
