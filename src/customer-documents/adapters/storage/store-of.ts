import { join } from 'node:path';
import type { BlobStore } from '../../ports/blob-store.js';
import { FolderBlobs } from './folder-blobs.js';

/** Where uploads lie on their way to object storage: a container may let nothing be written but `var`. */
const INCOMING = join('var', 'incoming');
const S3_FORM = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** The storage that STORAGE_URL names: `file:<folder>` or `s3://bucket/prefix`. */
export const storeOf = async (url: string): Promise<BlobStore> => {
  const [, bucket, prefix = ''] = S3_FORM.exec(url) ?? [];
  if (bucket === undefined) return new FolderBlobs(url.slice('file:'.length));
  const folder = prefix.replace(/\/+$/, '');
  // Its client takes tens of megabytes, so whoever keeps files in a folder goes without.
  const { S3Blobs } = await import('./s3-blobs.js');
  return new S3Blobs(bucket, folder === '' ? '' : `${folder}/`, INCOMING);
};
