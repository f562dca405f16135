import type { DeskModule } from '../../../desk/src/module.js';
import { inLanguage } from '../../../desk/src/language.js';

const t = inLanguage(
  {
    why: 'Why this price',
    aboutWhy: 'See what a buyer pays on a day, and how the price came about.',
    whatIf: 'What if',
    aboutWhatIf: 'Change, add or leave out records without saving, and see the new prices.',
    checkUp: 'Check-up',
    aboutCheckUp: 'Find probable mistakes in all prices, and compare invoices with the price book.',
  },
  {
    why: 'Warum dieser Preis',
    aboutWhy: 'Was ein Käufer an einem Tag bezahlt und wie der Preis zustande kommt.',
    whatIf: 'Was wäre wenn',
    aboutWhatIf: 'Datensätze ändern, hinzufügen oder weglassen, ohne zu speichern, und die neuen Preise sehen.',
    checkUp: 'Prüfung',
    aboutCheckUp: 'Wahrscheinliche Fehler in allen Preisen finden und Rechnungen mit dem Preisbuch vergleichen.',
  },
);

const desk: DeskModule = {
  screens: [
    {
      path: '/why',
      title: t.why,
      about: t.aboutWhy,
      group: 'prices',
      needs: ['_Pricing::calculate'],
      load: () => import('./why.js'),
    },
    {
      path: '/what-if',
      title: t.whatIf,
      about: t.aboutWhatIf,
      group: 'prices',
      needs: ['_Pricing::calculate'],
      load: () => import('./what-if.js'),
    },
    {
      path: '/check-up',
      title: t.checkUp,
      about: t.aboutCheckUp,
      group: 'prices',
      needs: ['_Pricing::manage'],
      load: () => import('./check-up.js'),
    },
  ],
};

export default desk;
