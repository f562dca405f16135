/** Long deadlines, so that no request fails only because the machine is busy. Tests of deadlines set their own. */
export const PATIENT_DEADLINES: Readonly<Record<string, string>> = {
  DEADLINE_QUOTE_S: '30',
  DEADLINE_READ_S: '30',
  DEADLINE_WRITE_S: '60',
  DEADLINE_BULK_S: '120',
};
