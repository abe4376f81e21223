// Hand-offs as they are stored. A part of its own: few programs make them.

export { completedRequest, newHandoff, replyHandoff } from '../../../service/handoff/handoffs.js';
export { loadHandoff } from '../../../service/handoff/files.js';
