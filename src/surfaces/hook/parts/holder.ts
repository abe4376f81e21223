// Who else works on a run. A part of its own: most sessions meet nobody.

export { heldBy } from '../../../service/lease/held-by.js';
