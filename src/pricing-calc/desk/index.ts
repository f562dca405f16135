import type { DeskModule } from '../../../desk/src/module.js';
import { inLanguage } from '../../../desk/src/language.js';

const t = inLanguage(
  {
    why: 'Why this price',
    aboutWhy: 'See what a buyer pays on a given day and how the price is calculated.',
    whatIf: 'What if',
    aboutWhatIf: 'Try adding, changing or leaving out records and see the resulting prices, without saving anything.',
    checkUp: 'Check-up',
    aboutCheckUp: 'Find probable mistakes in all prices and compare invoices with the price book.',
  },
  {
    why: 'Warum dieser Preis',
    aboutWhy: 'Sehen, was ein Käufer an einem bestimmten Tag bezahlt und wie sich der Preis berechnet.',
    whatIf: 'Was wäre wenn',
    aboutWhatIf:
      'Geänderte, neue oder weggelassene Datensätze ausprobieren und die neuen Preise sehen, ohne zu speichern.',
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
