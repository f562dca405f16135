import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    title: 'Jobs',
    about: 'Follow, retry or cancel imports, exports and other long-running jobs, and see their errors.',
  },
  {
    title: 'Aufträge',
    about:
      'Importe, Exporte und andere lang laufende Aufträge verfolgen, wiederholen oder abbrechen und ihre Fehler ansehen.',
  },
);

const desk: DeskModule = {
  screens: [
    { path: '/jobs', title: t.title, about: t.about, group: 'operation', needs: [], load: () => import('./jobs.js') },
  ],
};

export default desk;
