import { ActionIcon, Group, Menu, useMantineColorScheme } from '@mantine/core';
import { changeLanguage, inLanguage, language } from './language.js';
import { Icon, type IconName } from './parts/icon.js';

const t = inLanguage(
  { scheme: 'Colours', auto: 'Same as the system', light: 'Light', dark: 'Dark', language: 'Language' },
  { scheme: 'Farben', auto: 'Wie das System', light: 'Hell', dark: 'Dunkel', language: 'Sprache' },
);

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly icon: IconName;
  /** Values with their labels. */
  readonly values: readonly (readonly [T, string])[];
  readonly current: string;
  readonly onChoose: (value: T) => void;
  /** The language of a value's label. */
  readonly langOf?: (value: T) => string;
}

const Choice = <T extends string>({ label, icon, values, current, onChoose, langOf }: ChoiceProps<T>) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="lg" aria-label={label}>
        <Icon name={icon} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {values.map(([value, name]) => (
        <Menu.Item
          key={value}
          lang={langOf?.(value)}
          fw={value === current ? 700 : 400}
          onClick={() => onChoose(value)}
        >
          {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

const SCHEMES = [
  ['auto', t.auto],
  ['light', t.light],
  ['dark', t.dark],
] as const;
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

/** Color scheme and language. */
export const Preferences = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Group gap="xs" wrap="nowrap">
      <Choice label={t.scheme} icon="contrast" values={SCHEMES} current={colorScheme} onChoose={setColorScheme} />
      <Choice
        label={t.language}
        icon="language"
        values={LANGUAGES}
        current={language}
        onChoose={changeLanguage}
        langOf={(value) => value}
      />
    </Group>
  );
};
