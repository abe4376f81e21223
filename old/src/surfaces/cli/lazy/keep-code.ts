// Keeping the code with a revision. A part of its own: most saves are without it.

export { keepCode } from '../../../service/code/keep.js';
