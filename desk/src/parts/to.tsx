import { Anchor, type AnchorProps, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseAddress } from './address.js';

interface ToProps extends AnchorProps {
  /** Address below /desk, including its query. */
  readonly address: string;
  readonly children: ReactNode;
}

/** A link to a screen. */
export const To = ({ address, children, ...props }: ToProps) => {
  const [path = '/', query = ''] = address.split('?', 2);
  return (
    <Anchor {...props} renderRoot={(anchor) => <Link {...anchor} to={path} search={parseAddress(query) as never} />}>
      {children}
    </Anchor>
  );
};

/** A link that looks like a button, for the main action of a screen. */
export const ToButton = ({ address, children }: { readonly address: string; readonly children: ReactNode }) => {
  const [path = '/', query = ''] = address.split('?', 2);
  return (
    <Button size="xs" renderRoot={(props) => <Link {...props} to={path} search={parseAddress(query) as never} />}>
      {children}
    </Button>
  );
};
