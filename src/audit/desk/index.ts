import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    title: 'Who changed what',
    about: 'All changes by record, person and time, with the values before and after each change.',
  },
  {
    title: 'Wer was geändert hat',
    about: 'Alle Änderungen nach Datensatz, Person und Zeit, mit den Werten vor und nach jeder Änderung.',
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
