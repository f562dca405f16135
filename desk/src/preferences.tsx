import { ActionIcon, Group, Menu, useMantineColorScheme } from '@mantine/core';
import { changeLanguage, inLanguage, language } from './language.js';
import { Icon } from './parts/icon.js';

const t = inLanguage(
  { scheme: 'Colours', auto: 'As the system', light: 'Light', dark: 'Dark', language: 'Language' },
  { scheme: 'Farben', auto: 'Wie das System', light: 'Hell', dark: 'Dunkel', language: 'Sprache' },
);

/** Colours and language. */
export const Preferences = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Group gap="xs" wrap="nowrap">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t.scheme}>
            <Icon name="contrast" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['auto', 'light', 'dark'] as const).map((scheme) => (
            <Menu.Item key={scheme} fw={scheme === colorScheme ? 700 : 400} onClick={() => setColorScheme(scheme)}>
              {t[scheme]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t.language}>
            <Icon name="language" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item lang="en" fw={language === 'en' ? 700 : 400} onClick={() => changeLanguage('en')}>
            English
          </Menu.Item>
          <Menu.Item lang="de" fw={language === 'de' ? 700 : 400} onClick={() => changeLanguage('de')}>
            Deutsch
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
