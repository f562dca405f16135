/** The right to read the whole audit trail; entries cannot be changed. */
export const READ_AUDIT = '_Audit::read';
