/** Of the whole audit trail; nobody may change an entry. */
export const READ_AUDIT = '_Audit::read';
