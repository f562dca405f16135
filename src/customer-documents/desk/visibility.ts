import { inLanguage } from '../../../desk/src/index.js';

/** Whether a customer sees a document, as the server explains it. */
export interface Visibility {
  readonly visible: boolean;
  readonly reason: string;
  readonly rules: readonly { readonly rule: string; readonly holds: boolean }[];
}

/** The rule that grants access, or the first that denies it. */
export const REASONS: Readonly<Record<'grants' | 'denies', Readonly<Record<string, string>>>> = inLanguage(
  {
    grants: {
      public: 'the document is public',
      customer: 'it is assigned to the customer',
      customer_group: "it is assigned to the customer's group",
    },
    denies: {
      website: 'it is for another website',
      valid_from: 'it is not valid yet',
      valid_to: 'it is no longer valid',
      assigned: 'it is neither public nor assigned to the customer or their group',
      signed_in: 'the customer is inactive or belongs to another website',
      content: 'it has neither a file nor an address',
    },
  },
  {
    grants: {
      public: 'das Dokument ist öffentlich',
      customer: 'es ist dem Kunden zugeordnet',
      customer_group: 'es ist der Gruppe des Kunden zugeordnet',
    },
    denies: {
      website: 'es ist für eine andere Website',
      valid_from: 'es gilt noch nicht',
      valid_to: 'es gilt nicht mehr',
      assigned: 'es ist weder öffentlich noch dem Kunden oder seiner Gruppe zugeordnet',
      signed_in: 'der Kunde ist inaktiv oder gehört zu einer anderen Website',
      content: 'es hat weder eine Datei noch eine Adresse',
    },
  },
);

export const RULES: Readonly<Record<string, string>> = inLanguage(
  {
    website: 'for this website',
    valid_from: 'validity has started',
    valid_to: 'validity has not ended',
    public: 'public',
    signed_in: 'customer is active and belongs to this website',
    customer: 'assigned to the customer',
    customer_group: "assigned to the customer's group",
    content: 'has a file or an address',
  },
  {
    website: 'für diese Website',
    valid_from: 'Gültigkeit hat begonnen',
    valid_to: 'Gültigkeit ist nicht abgelaufen',
    public: 'öffentlich',
    signed_in: 'Kunde ist aktiv und gehört zu dieser Website',
    customer: 'dem Kunden zugeordnet',
    customer_group: 'der Gruppe des Kunden zugeordnet',
    content: 'hat eine Datei oder eine Adresse',
  },
);
