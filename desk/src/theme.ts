import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Button,
  CloseButton,
  type CloseButtonProps,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Modal,
  Pagination,
  PasswordInput,
  Table,
} from '@mantine/core';
import { inLanguage } from './language.js';

const t = inLanguage(
  { close: 'Close', password: 'Show or hide the password' },
  { close: 'Schließen', password: 'Passwort zeigen oder verbergen' },
);

/** Otherwise a dialog's header would be a second banner landmark of the page. */
export const PLAIN_HEADER = { header: { role: 'none' } } as const;

/** Mantine's default blue, red and gray do not reach the WCAG AA contrast in both color schemes. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 8 },
  colors: {
    petrol: [
      '#e8f5f6',
      '#d3e8ea',
      '#a5d0d4',
      '#7cbcc2',
      '#5aabb3',
      '#3d98a1',
      '#25858f',
      '#0f727c',
      '#00626c',
      '#004f57',
    ],
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } } },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': t.close }, attributes: PLAIN_HEADER } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: { 'aria-label': t.close }, attributes: PLAIN_HEADER } }),
    CloseButton: CloseButton.extend({ defaultProps: { 'aria-label': t.close } as Partial<CloseButtonProps> }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.password } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Alert: Alert.extend({ defaultProps: { variant: 'outline', closeButtonLabel: t.close } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always', fz: 'inherit' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'outline', tt: 'none', fw: 500 } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Pagination: Pagination.extend({ defaultProps: { size: 'sm' } }),
    Table: Table.extend({ defaultProps: { tabularNums: true, verticalSpacing: 6 } }),
  },
});

export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4f575e',
    '--mantine-color-default-border': '#868e96',
    // Input borders need a contrast of at least 3:1.
    '--mantine-color-gray-4': '#868e96',
    '--mantine-color-placeholder': '#5f676e',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': colors.petrol?.[8] ?? '',
    '--mantine-color-gray-outline': '#4f575e',
    '--mantine-color-gray-text': '#4f575e',
    '--mantine-color-green-outline': '#22662b',
    '--mantine-color-yellow-outline': '#7a4d00',
    '--mantine-color-orange-outline': '#8f3f00',
    '--mantine-color-red-outline': '#b3261e',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#8f1d17',
    '--mantine-color-red-text': '#b3261e',
  },
  dark: {
    '--mantine-color-dimmed': '#b4b9bf',
    '--mantine-color-default-border': '#7a8087',
    '--mantine-color-placeholder': '#9ea4aa',
    '--mantine-color-error': '#ff9b93',
    '--mantine-color-anchor': colors.petrol?.[3] ?? '',
    '--mantine-color-gray-outline': '#b4b9bf',
    '--mantine-color-gray-text': '#c6cbd0',
    '--mantine-color-green-outline': '#8ce099',
    '--mantine-color-yellow-outline': '#ffd43b',
    '--mantine-color-orange-outline': '#ffb070',
    '--mantine-color-red-outline': '#ff9b93',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#8f1d17',
    '--mantine-color-red-text': '#ff9b93',
    '--mantine-color-petrol-outline': colors.petrol?.[3] ?? '',
    '--mantine-color-petrol-text': colors.petrol?.[2] ?? '',
    '--mantine-color-petrol-light-color': colors.petrol?.[1] ?? '',
  },
});
