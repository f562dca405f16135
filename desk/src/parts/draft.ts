import { useEffect, useState } from 'react';

const keyOf = (name: string): string => `kontor-desk-draft:${name}`;

const stored = <T>(name: string): T | undefined => {
  const text = sessionStorage.getItem(keyOf(name));
  return text === null ? undefined : (JSON.parse(text) as T);
};

/**
 * Unsaved input, stored for this tab until it is saved or discarded, so that it survives an expired session, a reload
 * or "back". Undefined if there is no draft.
 */
export const useDraft = <T>(name: string): readonly [T | undefined, (draft: T | undefined) => void] => {
  const [draft, setDraft] = useState(() => stored<T>(name));
  const [current, setCurrent] = useState(name);
  if (current !== name) {
    setCurrent(name);
    setDraft(stored<T>(name));
  }
  useEffect(() => {
    try {
      if (draft === undefined) sessionStorage.removeItem(keyOf(name));
      else sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    } catch {
      // Too large for the browser's storage: kept until the user leaves the page.
    }
  }, [name, draft]);
  return [draft, setDraft];
};
