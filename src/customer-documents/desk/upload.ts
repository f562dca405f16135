import { addressOf, FROM_DESK, KontorError } from '../../../desk/src/index.js';

/** Uploads the file of a document, and reports the share that is sent: fetch can't. */
export const upload = (documentId: number, file: File, onShare: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', addressOf(`/V1/customerdocuments/${documentId}/file`));
    for (const [name, value] of Object.entries(FROM_DESK)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError('the connection was lost'));
    request.onload = () => {
      if (request.status === 200) return resolve();
      let body: unknown = { message: request.responseText.slice(0, 300) };
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // A proxy answered.
      }
      reject(new KontorError(request.status, body, 'PUT file'));
    };
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
