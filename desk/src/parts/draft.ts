import { useEffect, useState } from 'react';

const keyOf = (name: string): string => `kontor-desk-draft:${name}`;

const stored = <T>(name: string): T | undefined => {
  const text = sessionStorage.getItem(keyOf(name));
  return text === null ? undefined : (JSON.parse(text) as T);
};

/**
 * What someone is entering, kept for this tab until it is saved or discarded: an ended session, a reload or "back" does not
 * lose it. Undefined: there is no draft.
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
      // Larger than the browser stores: kept until the page is left.
    }
  }, [name, draft]);
  return [draft, setDraft];
};
