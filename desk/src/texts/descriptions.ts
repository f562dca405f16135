/**
 * German translations of field descriptions in forms, by the English text. A description without a translation is
 * shown in English and marked as such.
 */
export const GERMAN_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Unique username for sign-in; case-insensitive':
    'Eindeutiger Name für die Anmeldung; Groß- und Kleinschreibung ist egal',
  'Unique email address; case-insensitive': 'Eindeutige E-Mail-Adresse; Groß- und Kleinschreibung ist egal',
  'Role that grants the rights of the administrator': 'Rolle mit den Rechten des Administrators',
  'Activation status: 1 active, 0 inactive. An inactive administrator cannot sign in or use tokens.':
    'Inaktive Personen können sich nicht anmelden und keine Tokens verwenden',
  'Sign-in password; never returned': 'Passwort für die Anmeldung; es wird nie angezeigt',
  'Unique name of the role': 'Eindeutiger Name der Rolle',
  'Unique name of the integration': 'Eindeutiger Name der Integration',
  'Activation status: 1 active, 0 inactive. Requests from an inactive integration are rejected.':
    'Das Token einer inaktiven Integration wird abgelehnt',
  'HTTPS URL that receives the OAuth credentials on activation; null if unused':
    'HTTPS-Adresse, die bei der Aktivierung die Zugangsdaten erhält; leer, wenn nicht verwendet',
  'HTTPS URL where the administrator continues after activation; null if unused':
    'HTTPS-Adresse, auf der die Aktivierung fortgesetzt wird; leer, wenn nicht verwendet',
  'Administrator account used for sign-in with this identity':
    'Administratorkonto, das bei der Anmeldung mit dieser Identität verwendet wird',
  'URL of the identity provider, as in the setting OIDC_ISSUER': 'Adresse des Identitätsanbieters, wie in OIDC_ISSUER',
  'Identifier of the person at the identity provider, from the claim `sub`':
    'Kennung der Person beim Identitätsanbieter: der Claim sub',
  'Unique code of the website': 'Eindeutiger Code der Website',
  'Name of the website': 'Name der Website',
  'ISO 4217 code of the currency of product prices': 'Währung der Produktpreise als Code nach ISO 4217',
  'IANA time zone that determines the current date on the website':
    'Zeitzone nach IANA, die den aktuellen Tag bestimmt',
  'Default flag: 1 if this is the default website. Exactly one website is the default.':
    'Standard; nur bei genau einer Website eingeschaltet',
  'Unique code in URLs: lowercase letters, digits and underscores, starting with a letter':
    'Eindeutiger Code in Adressen: Kleinbuchstaben, Ziffern und _, am Anfang ein Buchstabe',
  'Name of the store view': 'Name der Store-View',
  'Website that the store view belongs to': 'Website, zu der die Store-View gehört',
  'Default flag: 1 if this is the default store view of its website. Each website with store views has exactly one default.':
    'Standard; nur bei genau einer Store-View je Website eingeschaltet',
  'Locale of the store view (language and country), such as en_GB; null if unset':
    'Sprache und Land der Texte, etwa de_AT; leer, wenn nicht gesetzt',
  'Issuer of the passports of this store view; null if unset': 'Aussteller der Produktpässe dieser Store-View',
  'Unique code of the customer group': 'Eindeutiger Code der Kundengruppe',
  'Email address for sign-in; unique per website': 'E-Mail-Adresse für die Anmeldung, eindeutig je Website',
  'Unique customer number that the merchant assigned; null if unset': 'Eindeutige Kundennummer des Händlers',
  'Customer group that the customer belongs to': 'Kundengruppe, zu der der Kunde gehört',
  'Website on which the customer buys; 0 means all websites. Default: the default website.':
    'Website, auf der der Kunde kauft',
  'First name of the customer': 'Vorname des Kunden',
  'Last name of the customer': 'Nachname des Kunden',
  'Sign-in password; never returned. Writing it requires the right `credentials`.':
    'Passwort für die Anmeldung; es wird nie angezeigt und erfordert das Recht credentials',
  'Activation status: 1 active, 0 inactive. An inactive customer cannot sign in or buy.':
    'Inaktive Kunden können sich nicht anmelden und nichts kaufen',
  'Unique identifier of the record in an external system; null if unset':
    'Eindeutiger Schlüssel im System der Schnittstelle',
  'Name of the category': 'Name der Kategorie',
  'Parent category; null for a root category': 'Übergeordnete Kategorie; leer auf der obersten Ebene',
  'Unique stock keeping unit (SKU); case-sensitive': 'Artikelnummer, eindeutig; Groß- und Kleinschreibung zählt',
  'Name of the product': 'Name des Produkts',
  'General price in the base currency of the website; null if there is none':
    'Allgemeiner Preis in der Basiswährung; leer, wenn es keinen gibt',
  'Special price, valid between special_from and special_to; null if there is none':
    'Sonderpreis, gültig vom ersten bis zum letzten Tag; leer, wenn es keinen gibt',
  'First day of the special price; null means no start date': 'Erster Tag des Sonderpreises; leer: ohne Beginn',
  'Last day of the special price; null means no end date': 'Letzter Tag des Sonderpreises; leer: ohne Ende',
  'Purchase cost for the merchant; null if unknown': 'Einkaufspreis des Händlers; leer, wenn unbekannt',
  "Manufacturer's suggested retail price; null if unknown":
    'Unverbindliche Preisempfehlung des Herstellers; leer, wenn unbekannt',
  'Categories that directly contain the product. Sending this field replaces the whole list.':
    'Kategorien, denen das Produkt unmittelbar zugeordnet ist',
  'Attributes by code, each a string or a list of strings. Sending this field changes only the attributes that it contains; null removes an attribute.':
    'Attribute nach Code, jeweils mit einem oder mehreren Texten',
  'Prices for individual websites, which override the general prices. Sending this field replaces the whole list.':
    'Abweichende Preise für einzelne Websites',
  'Activation status: 1 active, 0 inactive. An inactive product has no prices.':
    'Ein inaktives Produkt hat keine Preise',
  'Product of the tier price; required unless sku is sent': 'Produkt des Staffelpreises',
  'Website the tier price applies to; 0 means all websites': 'Website, für die der Staffelpreis gilt',
  'Customer group the tier price applies to; null means all groups':
    'Kundengruppe, für die der Staffelpreis gilt; leer: alle',
  'Lowest quantity this price applies to': 'Kleinste Menge, ab der dieser Preis gilt',
  'Lowest quantity this price applies to; default 1': 'Kleinste Menge, ab der dieser Preis gilt',
  'Unit price in the base currency of the website': 'Stückpreis in der Basiswährung der Website',
  'Type of the sales entity: order, invoice, shipment or credit memo':
    'Bestellung, Rechnung, Lieferung oder Gutschrift',
  'ID of the sales entity in the shop, unique within its type': 'ID im Shop, eindeutig je Art',
  'Number of the sales entity as shown to customers; null if unknown': 'Nummer, die Kunden sehen; leer, wenn unbekannt',
  'Customer that the sales entity belongs to; null for a guest': 'Kunde, zu dem der Beleg gehört; leer bei einem Gast',
  'Customer this price applies to': 'Kunde, für den dieser Preis gilt',
  'Product this price applies to; `sku` can be sent instead': 'Produkt, für das dieser Preis gilt',
  'Website the record applies to; 0 (default) means all websites': 'Website, für die der Datensatz gilt',
  'Price, amount or percentage, depending on `price_application_type`':
    'Preis, Betrag oder Prozentsatz, je nach Berechnung',
  'Calculation type: 1 fixed price (default), 2 surcharge, 3 percentage surcharge, 4 discount, 5 percentage discount':
    'Fester Preis oder Aufschlag oder Rabatt auf die Grundlage',
  'Base of a surcharge or discount: price, special_price, cost or msrp; null means price':
    'Grundlage für Aufschlag oder Rabatt; leer: der Preis',
  'ISO 4217 code of the currency; amounts are not converted. Null means the base currency of the website.':
    'Währung nach ISO 4217, ohne Umrechnung; leer: die Basiswährung der Website',
  'First day of validity in the time zone of the website; null means no start date':
    'Erster gültiger Tag in der Zeitzone der Website; leer: ohne Beginn',
  'Last day of validity in the time zone of the website; null means no end date':
    'Letzter gültiger Tag (einschließlich) in der Zeitzone der Website; leer: ohne Ende',
  'Version number that the client increases with each change; null if unused. Writes with a lower value than the stored one are ignored.':
    'Versionszähler der Schnittstelle; ein kleinerer Wert als der gespeicherte wird ignoriert',
  'Unique name of the price list': 'Eindeutiger Name der Preisliste',
  'Status: 1 active (default), 0 inactive. Prices of an inactive list do not apply.':
    'Die Preise einer inaktiven Liste gelten nicht',
  'Priority from 0 to 999, default 0; the list with the highest priority applies':
    'Priorität von 0 bis 999; es gilt die Liste mit der höchsten Priorität',
  'Website the list applies to; 0 (default) means all websites': 'Website, für die die Liste gilt',
  'Base list flag: 1 if the list applies to every buyer who has no price from another list. Each website can have at most one active base list.':
    'Eingeschaltet, wenn die Liste für alle Käufer gilt, die keinen Preis aus einer anderen Liste haben; höchstens eine je Website',
  "ISO 4217 currency code for rows without their own currency; null means the website's base currency":
    'Währung nach ISO 4217 für Zeilen ohne eigene; leer: die Basiswährung der Website',
  'Price list this row belongs to': 'Preisliste, zu der diese Zeile gehört',
  'Price list assigned to the customer': 'Preisliste, die dem Kunden zugeordnet ist',
  'Price list assigned to the customer group': 'Preisliste, die der Kundengruppe zugeordnet ist',
  'Customer the price list is assigned to': 'Kunde, dem die Preisliste zugeordnet ist',
  'Customer group the price list is assigned to': 'Kundengruppe, der die Preisliste zugeordnet ist',
  'Category the price applies to; only products assigned directly to it get the price':
    'Kategorie, für deren unmittelbar zugeordnete Produkte der Preis gilt',
  'Priority from 0 to 999, default 0; the price with the highest priority applies':
    'Priorität von 0 bis 999; es gilt der Preis mit der höchsten Priorität',
  'Customer group this price applies to; 0 means buyers who are not logged in':
    'Kundengruppe, für die dieser Preis gilt',
  'Unique name of the matrix': 'Eindeutiger Name der Matrix',
  'Status: 1 active (default), 0 inactive. The price of an inactive matrix does not apply.':
    'Der Preis einer inaktiven Matrix gilt nicht',
  'Priority from 0 to 999, default 0; the matrix with the highest priority applies':
    'Priorität von 0 bis 999; es gilt die Matrix mit der höchsten Priorität',
  'Condition logic: AND (default) requires every condition to match, OR requires at least one':
    'Legt fest, ob alle Bedingungen zutreffen müssen oder eine genügt',
  'Website the matrix applies to; 0 (default) means all websites': 'Website, für die die Matrix gilt',
  'Matrix this condition belongs to': 'Matrix, zu der diese Bedingung gehört',
  'Matrix assigned to the customer': 'Matrix, die dem Kunden zugeordnet ist',
  'Customer the matrix is assigned to': 'Kunde, dem die Matrix zugeordnet ist',
  'Name of the document': 'Name des Dokuments',
  'Summary of the content; null if there is none': 'Zusammenfassung des Inhalts',
  'External flag: 1 if the document links to an external address, 0 if it has an uploaded file':
    'Eingeschaltet, wenn das Dokument eine externe Adresse ist; ausgeschaltet, wenn es eine hochgeladene Datei hat',
  'Address of an external document (http or https); required if `is_external` is 1, otherwise not allowed':
    'Adresse eines externen Dokuments (http oder https); nur für externe Dokumente, dort erforderlich',
  'Public flag: 1 if the document is visible without signing in':
    'Eingeschaltet, wenn das Dokument ohne Anmeldung sichtbar ist',
  'Document category; null if there is none': 'Dokumentkategorie; leer, wenn das Dokument keine hat',
  'Website the document is visible on; 0 means all websites': 'Website, auf der das Dokument sichtbar ist',
  'Sidebar flag: 1 if a storefront shows the document in its sidebar':
    'Eingeschaltet, wenn der Shop das Dokument in seiner Seitenleiste zeigt',
  "First day of visibility, in the website's time zone; null means no start date":
    'Erster sichtbarer Tag in der Zeitzone der Website; leer: ohne Beginn',
  "Last day of visibility, in the website's time zone; null means no end date":
    'Letzter sichtbarer Tag in der Zeitzone der Website; leer: ohne Ende',
  'Customers the document is assigned to. Sending this field replaces the whole list.':
    'Kunden, denen das Dokument zugeordnet ist',
  'Customer groups the document is assigned to. Sending this field replaces the whole list.':
    'Kundengruppen, denen das Dokument zugeordnet ist',
  'Unique name of the document category': 'Eindeutiger Name der Dokumentkategorie',
  'Document assigned to the customer': 'Dokument, das dem Kunden zugeordnet ist',
  'Document assigned to the customer group': 'Dokument, das der Kundengruppe zugeordnet ist',
  'Document assigned to the product': 'Dokument, das dem Produkt zugeordnet ist',
  'Customer who can see the document': 'Kunde, der das Dokument sehen kann',
  'Customer group that can see the document; 0 (NOT LOGGED IN) is not allowed':
    'Kundengruppe, die das Dokument sehen kann',
  'Product whose page shows the document': 'Produkt, dessen Seite das Dokument zeigt',
  'Store view the assignment applies to; 0 means all store views': 'Store-View, für die die Zuordnung gilt',
  'Sort position among the documents of the product, lowest first; default 0':
    'Reihenfolge unter den Dokumenten des Produkts',
  'URL that receives the events: https, or http on localhost for development':
    'Adresse, die die Ereignisse empfängt: https, oder http auf localhost für die Entwicklung',
  'Event types to send, such as customerPrice.updated, customerPrice.* or price.changed; default * (all types)':
    'Zu sendende Ereignisarten, etwa customerPrice.updated, customerPrice.* oder price.changed; * für alle',
  'Keys or IDs of the records to send events for; a trailing * matches all keys with that prefix. Default: all records.':
    'Schlüssel oder IDs der Datensätze, deren Ereignisse gesendet werden, auch mit * am Ende; leer: alle',
  'Number of waiting events at which the batch is sent': 'Anzahl wartender Ereignisse, die zusammen gesendet werden',
  'Maximum time in seconds that the first event waits before the batch is sent':
    'Sekunden nach dem ersten wartenden Ereignis, nach denen auch weniger Ereignisse gesendet werden',
  'Purpose of the webhook; null if unset': 'Zweck des Webhooks',
  'Activation status: 1 active (default), 0 inactive. Events that occur while the webhook is inactive are never sent.':
    'Solange der Webhook inaktiv ist, werden keine Ereignisse gesendet, auch nicht nachträglich',
};
