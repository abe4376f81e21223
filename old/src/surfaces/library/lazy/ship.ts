// The ship gate. A part of its own: few programs ask it, and it runs git.

export { checkShip } from '../../../service/ship/check.js';
export { setShip } from '../../../service/ship/set.js';
