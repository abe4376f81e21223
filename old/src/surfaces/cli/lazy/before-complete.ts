// The look at results before a run becomes complete. A part of its own: few steps complete one.

export { openUnlessHeld } from '../../../service/evidence/lazy/before-complete.js';
