import type { BlobStore } from '../../ports/blob-store.js';
import { localFolderOf } from '../../settings.js';
import { FolderBlobs } from './folder-blobs.js';

const S3_FORM = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** Creates the storage for STORAGE_URL: `file:<folder>` or `s3://bucket/prefix`. */
export const storeOf = async (url: string): Promise<BlobStore> => {
  const [, bucket, prefix = ''] = S3_FORM.exec(url) ?? [];
  if (bucket === undefined) return new FolderBlobs(localFolderOf(url));
  const folder = prefix.replace(/\/+$/, '');
  // Loaded on demand, because the S3 client takes tens of megabytes.
  const { S3Blobs } = await import('./s3-blobs.js');
  return new S3Blobs(bucket, folder === '' ? '' : `${folder}/`, localFolderOf(url));
};
