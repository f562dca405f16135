import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    title: 'Import and export',
    about: 'Import CSV files, including files from Excel, with a dry run first. Export records as CSV files.',
  },
  {
    title: 'Import und Export',
    about: 'CSV-Dateien importieren, auch aus Excel, mit vorherigem Probelauf. Datensätze als CSV-Dateien exportieren.',
  },
);

const desk: DeskModule = {
  screens: [
    {
      path: '/import',
      title: t.title,
      about: t.about,
      group: 'operation',
      needs: ['_Import::save', '_Export::manage'],
      load: () => import('./import-export.js'),
    },
  ],
};

export default desk;
