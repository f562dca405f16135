const both = (en, de) => ({ en, de });

/** Labels of enum values, by the property's path. */
export const VALUES = {
  battery_category: {
    lmt: both('Battery of light means of transport (LMT)', 'Batterie für leichte Verkehrsmittel (LV)'),
    ev: both('Electric vehicle battery', 'Elektrofahrzeugbatterie'),
    industrial: both('Industrial battery', 'Industriebatterie'),
    portable: both('Portable battery', 'Gerätebatterie'),
    sli: both('Starting, lighting and ignition battery (SLI)', 'Starterbatterie'),
  },
  battery_status: {
    original: both('Original', 'Original'),
    repurposed: both('Repurposed', 'Umgenutzt'),
    're-used': both('Re-used', 'Wiederverwendet'),
    remanufactured: both('Remanufactured', 'Wiederaufgearbeitet'),
    waste: both('Waste', 'Abfall'),
  },
  'performance.occasion': {
    placed_on_market: both('Placed on the market', 'Inverkehrbringen'),
    status_change: both('Change of status', 'Statusänderung'),
  },
};
