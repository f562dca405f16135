import type { Request } from 'express';
import { InputRefused } from '../kernel/index.js';
import { requestContextOf } from '../web/index.js';
import type { StoreView } from '../operations/index.js';

/**
 * The store view that the header `Store` names by its code, as the platform's GraphQL takes it; without one the store
 * view of the path, else the default one. Refused if there is no such store view.
 */
export const storeOfHeader = async (request: Request): Promise<StoreView> => {
  const requestContext = requestContextOf(request);
  const { store: code } = request.headers;
  if (typeof code !== 'string' || code === '') return requestContext.storeView();
  const found = await requestContext.storeByCode(code);
  if (!found) throw InputRefused.sentence('Requested store is not found');
  return found;
};
