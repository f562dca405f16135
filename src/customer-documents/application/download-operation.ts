import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, serviceOf, toWire } from '../../../libs/records/index.js';
import { DocumentDownload, documentDownloadResource, type DownloadEntry } from '../document-download.record.js';
import { LogDownloads } from './log-downloads.js';

const FIELDS = fieldsOf(DocumentDownload);

/** Entries of older versions have no count and stand for one download. */
const toItem = (download: DownloadEntry) => toWire(FIELDS, { ...download, count: download.count ?? 1 });

const { service, path, rights } = documentDownloadResource;

export const downloadSearch = operation({
  service,
  name: 'search',
  summary: 'Search the download log',
  about:
    'An entry groups all downloads of a document by the same customer or address through the same route within 15 ' +
    'minutes.',
  right: needs.right(rights.read),
  effect: 'reads',
  rest: { verb: 'GET', path: `${path}/search` },
  input: { search: takes.criteria(documentDownloadResource) },
  output: answers.fieldsSearch(DocumentDownload),
  by: [LogDownloads, serviceOf(documentDownloadResource)],
  run: async ([log, downloads], { search: { criteria } }) => {
    // Adds the counts of this process. Other processes add theirs within a second.
    await log.settle();
    const { items, total } = await downloads.search(criteria);
    return { items: items.map(toItem), total };
  },
});
