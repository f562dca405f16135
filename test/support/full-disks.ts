import { FULL_DISKS, type DiskName } from '../../libs/kernel/index.js';

/** Resets which disks are known as full in this process, because other tests use other disks. */
export const forgetFullDisks = (): void => {
  const { refusedAt } = FULL_DISKS as unknown as { readonly refusedAt: Map<DiskName, number> };
  refusedAt.clear();
};
