import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    title: 'Who changed what',
    about: 'All changes to records, by record, person and time, with the values before and after.',
  },
  {
    title: 'Wer was geändert hat',
    about: 'Alle Änderungen nach Datensatz, Person und Zeit, mit den Werten vorher und nachher.',
  },
);

const desk: DeskModule = {
  screens: [
    {
      path: '/audit',
      title: t.title,
      about: t.about,
      group: 'operation',
      needs: ['_Audit::read'],
      load: () => import('./audit.js'),
    },
  ],
};

export default desk;
