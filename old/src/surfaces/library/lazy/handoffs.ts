// Hand-offs as they are stored. A part of its own: few programs make them.

export { completedRequest, newHandoff, replyHandoff } from '../../../service/handoff/handoffs.js';
export { entryOf, handoffsIn } from '../../../families/handoff/index.js';
export { loadEntry, loadHandoff } from '../../../service/handoff/files.js';
