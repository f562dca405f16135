import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule, Screen } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    passports: 'Passports',
    aboutPassports: 'Edit product passports, see what the law still requires, and publish them.',
    passport: 'Passport',
    templates: 'Templates',
    aboutTemplates: 'View passport templates, or copy and change one.',
    template: 'Template',
  },
  {
    passports: 'Produktpässe',
    aboutPassports: 'Produktpässe bearbeiten, fehlende gesetzliche Angaben sehen und Pässe veröffentlichen.',
    passport: 'Produktpass',
    templates: 'Vorlagen',
    aboutTemplates: 'Vorlagen für Produktpässe ansehen oder eine Vorlage kopieren und ändern.',
    template: 'Vorlage',
  },
);

const screen = (path: string, title: string, about: string, load: Screen['load']): Screen => ({
  path,
  title,
  about,
  group: 'passports',
  needs: ['_Dpp::manage'],
  load,
});

const desk: DeskModule = {
  screens: [
    screen('/passports', t.passports, t.aboutPassports, () => import('./passports.js')),
    screen('/passports/$id', t.passport, '', () => import('./passport.js')),
    screen('/templates', t.templates, t.aboutTemplates, () => import('./templates.js')),
    screen('/templates/$id', t.template, '', () => import('./template.js')),
  ],
  finders: [
    {
      title: t.passports,
      needs: '_Dpp::manage',
      path: '/V1/dpp/manage/passports/search',
      names: ['sku', 'gtin', 'serial'],
      found: (row) => ({
        name: String(row['sku']),
        about: [row['template_code'], row['serial']].filter(Boolean).join(' · '),
        address: `/passports/${String(row['passport_id'])}`,
      }),
    },
  ],
};

export default desk;
