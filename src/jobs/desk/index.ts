import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  { title: 'Jobs', about: 'Imports, exports and other background jobs: progress, errors, retry and cancel.' },
  {
    title: 'Aufträge',
    about: 'Importe, Exporte und andere lange Arbeiten: Fortschritt, Fehler, Wiederholen und Abbrechen.',
  },
);

const desk: DeskModule = {
  screens: [
    { path: '/jobs', title: t.title, about: t.about, group: 'operation', needs: [], load: () => import('./jobs.js') },
  ],
};

export default desk;
