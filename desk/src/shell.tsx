import { ActionIcon, AppShell, Burger, Button, Group, Kbd, Menu, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Loader } from '@mantine/core';
import { server, signOut } from './api.js';
import { inLanguage } from './language.js';
import { useMe } from './me.js';
import { type Entry, entriesOf } from './navigation.js';
import { useFocusKept } from './parts/focus.js';
import { Icon } from './parts/icon.js';
import { Page } from './parts/page.js';
import { To } from './parts/to.js';
import { Preferences } from './preferences.js';
import { openSearch, Search } from './search.js';

const t = inLanguage(
  {
    skip: 'Skip to content',
    menu: 'Navigation',
    search: 'Search',
    account: 'Account',
    signOut: 'Sign out',
    missing: 'This page does not exist',
    home: 'Go to the start page',
    records: 'Records',
    version: (version: string) => `Kontor ${version}`,
  },
  {
    skip: 'Zum Inhalt springen',
    menu: 'Navigation',
    search: 'Suchen',
    account: 'Konto',
    signOut: 'Abmelden',
    missing: 'Diese Seite existiert nicht',
    home: 'Zur Startseite',
    records: 'Datensätze',
    version: (version: string) => `Kontor ${version}`,
  },
);

const leave = async (): Promise<void> => {
  const further = await signOut();
  sessionStorage.clear();
  location.assign(further ?? '/desk');
};

export const Shell = () => {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const me = useMe();
  const { pathname } = useLocation();
  useFocusKept();
  const entry = ({ address, title }: Entry) => {
    const isHere = pathname === address || pathname.startsWith(`${address}/`);
    return (
      <NavLink
        key={address}
        label={title}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        onClick={close}
        renderRoot={(props) => <Link {...props} to={address} search={{} as never} />}
        py={6}
      />
    );
  };
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 250, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={t.menu}
              aria-expanded={isOpen}
            />
            <To address="/" underline="never" c="inherit" fw={700} fz="lg">
              Kontor
            </To>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="sm"
              visibleFrom="sm"
              leftSection={<Icon name="search" size={16} />}
              rightSection={<Kbd size="xs">Ctrl K</Kbd>}
              onClick={openSearch}
            >
              {t.search}
            </Button>
            <ActionIcon hiddenFrom="sm" size="lg" aria-label={t.search} onClick={openSearch}>
              <Icon name="search" />
            </ActionIcon>
            <Preferences />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="lg" aria-label={`${t.account}: ${me.name}`}>
                  <Icon name="person" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{me.name}</Menu.Label>
                <Menu.Item onClick={() => void leave()}>{t.signOut}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.menu}>
        <AppShell.Section grow component={ScrollArea} type="auto">
          {entriesOf(me).map(({ group, title, screens, records }) => (
            <div key={group}>
              <Text fw={700} size="sm" px="sm" pt="sm" pb={2}>
                {title}
              </Text>
              {screens.map(entry)}
              {records.map(entry)}
            </div>
          ))}
        </AppShell.Section>
        <AppShell.Section px="sm" pt="xs">
          <Text size="xs" c="dimmed">
            {t.version(server.version)}
          </Text>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Suspense fallback={<Loader role="status" aria-label="…" />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <Search />
    </AppShell>
  );
};

export const Missing = () => (
  <Page title={t.missing}>
    <To address="/">{t.home}</To>
  </Page>
);
