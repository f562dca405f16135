import { Button, Code, CopyButton, Group, Modal, Text } from '@mantine/core';
import { inLanguage } from '../language.js';

const t = inLanguage(
  {
    once: 'Copy this value now. It is shown only once.',
    copy: 'Copy',
    copied: 'Copied',
    done: 'I have copied it',
  },
  {
    once: 'Kopieren Sie den Wert jetzt. Er wird nur einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    done: 'Ich habe es kopiert',
  },
);

interface SecretProps {
  readonly title: string;
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** Shows a secret that the server returns only once. */
export const Secret = ({ title, secret, onClose }: SecretProps) => (
  <Modal opened={secret !== undefined} onClose={onClose} title={title} closeOnClickOutside={false}>
    <Text mb="sm">{t.once}</Text>
    <Code block>{secret}</Code>
    <Group mt="md" justify="flex-end">
      <CopyButton value={secret ?? ''}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t.copied : t.copy}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onClose}>{t.done}</Button>
    </Group>
  </Modal>
);
