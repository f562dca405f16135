import { Button, Group, Modal, Text } from '@mantine/core';

interface AskFirstProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly about: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks for confirmation before deleting. The button that cancels has the focus. */
export const AskFirst = ({ isOpen, title, about, yes, no, onYes, onNo }: AskFirstProps) => (
  <Modal opened={isOpen} onClose={onNo} title={title}>
    <Text mb="md">{about}</Text>
    <Group justify="flex-end">
      <Button variant="default" data-autofocus onClick={onNo}>
        {no}
      </Button>
      <Button color="red" onClick={onYes}>
        {yes}
      </Button>
    </Group>
  </Modal>
);
