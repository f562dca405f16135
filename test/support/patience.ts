/** Long deadlines, so that no request fails only because the machine is busy. Tests of deadlines set their own. */
export const PATIENT_DEADLINES: Readonly<Record<string, string>> = {
  DEADLINE_QUOTE_S: '300',
  DEADLINE_READ_S: '300',
  DEADLINE_WRITE_S: '300',
  DEADLINE_BULK_S: '300',
};
