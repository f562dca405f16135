import { Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../language.js';

const t = inLanguage(
  { choose: 'Choose a file', chooseMany: 'Choose files', drop: 'or drop it here', dropMany: 'or drop them here' },
  {
    choose: 'Datei auswählen',
    chooseMany: 'Dateien auswählen',
    drop: 'oder hierher ziehen',
    dropMany: 'oder hierher ziehen',
  },
);

interface DropProps {
  readonly label: string;
  readonly accept?: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files through a button or by drag and drop. */
export const Drop = ({ label, accept, isMultiple = false, onFiles }: DropProps) => {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className="drop"
      role="group"
      aria-label={label}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1));
      }}
    >
      <Text mb="xs">{label}</Text>
      <FileButton
        accept={accept}
        multiple={isMultiple}
        onChange={(chosen) => chosen !== null && onFiles([chosen].flat() as File[])}
      >
        {(props) => (
          <Button variant="default" {...props}>
            {isMultiple ? t.chooseMany : t.choose}
          </Button>
        )}
      </FileButton>{' '}
      <Text span c="dimmed" size="sm">
        {isMultiple ? t.dropMany : t.drop}
      </Text>
    </div>
  );
};
