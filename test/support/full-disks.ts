import { FULL_DISKS, type DiskName } from '../../libs/kernel/index.js';

/** Forgets which disks were full: the process knows them, and other tests of it have other disks. */
export const forgetFullDisks = (): void => {
  const { refusedAt } = FULL_DISKS as unknown as { readonly refusedAt: Map<DiskName, number> };
  refusedAt.clear();
};
