// Examining files. A part of its own: it knows every way in which they drift.

export { examine } from '../../../service/doctor/index.js';
