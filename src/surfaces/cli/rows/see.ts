// The commands that show what is there. They change nothing.

import type { Section } from '../row.js';

export const see: Section = {
  title: 'Seeing',
  rows: [
    {
      name: 'status',
      summary: 'Every unfinished run: where it stands and how to go on',
      examples: [['pawl status', 'x']],
      file: 'status',
    },
  ],
};
