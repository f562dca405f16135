import { Alert, Button, CopyButton, Paper, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { inLanguage, ManyPicker, Page, parseList, useAddress, useMe, writeList } from '../../../desk/src/index.js';
import { Answer } from './answer.js';
import { isAsked, QuestionForm, questionOf } from './question.js';

const t = inLanguage(
  {
    title: 'Why this price',
    about:
      'Choose a buyer and a product. The address of this page contains your choice, so you can share it as a link.',
    products: 'Products (SKU)',
    compare: 'Compare side by side',
    single: 'End comparison',
    share: 'Copy link',
    copied: 'Copied',
    left: 'First',
    right: 'Second',
    ask: 'Choose a product and a buyer to see the price.',
  },
  {
    title: 'Warum dieser Preis',
    about:
      'Wählen Sie einen Käufer und ein Produkt. Die Adresse dieser Seite enthält Ihre Auswahl, sodass Sie sie als Link teilen können.',
    products: 'Produkte (SKU)',
    compare: 'Nebeneinander vergleichen',
    single: 'Vergleich beenden',
    share: 'Link kopieren',
    copied: 'Kopiert',
    left: 'Erster',
    right: 'Zweiter',
    ask: 'Wählen Sie ein Produkt und einen Käufer, um den Preis zu sehen.',
  },
);

const SKUS_MOST = 10;

export default function Why() {
  const [state, set] = useAddress();
  const { records } = useMe();
  const skus = parseList(state['sku'] ?? '');
  const shown = skus.includes(state['shown'] ?? '') ? state['shown'] : skus[0];
  const isCompared = state['compare'] === '1';
  const sides = isCompared ? (['', '2'] as const) : ([''] as const);
  const compare = (): void =>
    set(
      isCompared
        ? {
            compare: undefined,
            buyer2: undefined,
            customer2: undefined,
            group2: undefined,
            qty2: undefined,
            day2: undefined,
            website2: undefined,
          }
        : {
            compare: '1',
            ...Object.fromEntries(
              ['buyer', 'customer', 'group', 'qty', 'day', 'website'].map((name) => [`${name}2`, state[name]]),
            ),
          },
    );
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <CopyButton value={location.href}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t.copied : t.share}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Paper withBorder p="md">
        <Stack gap="sm">
          <ManyPicker
            label={t.products}
            type={records.named('product')}
            by="sku"
            value={skus}
            most={SKUS_MOST}
            onChange={(chosen) => set({ sku: writeList(chosen) || undefined })}
          />
          <SimpleGrid cols={{ base: 1, md: sides.length }} spacing="xl">
            {sides.map((side) => (
              <div key={side} role="group" aria-label={side === '' ? t.left : t.right}>
                <QuestionForm question={questionOf(state, side)} side={side} onChange={set} />
              </div>
            ))}
          </SimpleGrid>
          <Button variant="default" onClick={compare}>
            {isCompared ? t.single : t.compare}
          </Button>
        </Stack>
      </Paper>
      {skus.length > 1 && (
        <Tabs value={shown} onChange={(sku) => set({ shown: sku ?? undefined })}>
          <Tabs.List>
            {skus.map((sku) => (
              <Tabs.Tab key={sku} value={sku}>
                {sku}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {skus.map((sku) => (
            <Tabs.Panel key={sku} value={sku}>
              {sku === shown && <Sides sku={sku} />}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {skus.length === 1 && shown !== undefined && <Sides sku={shown} />}
      {skus.length === 0 && <Alert color="gray">{t.ask}</Alert>}
    </Page>
  );
}

const Sides = ({ sku }: { readonly sku: string }) => {
  const [state] = useAddress();
  const sides = state['compare'] === '1' ? (['', '2'] as const) : ([''] as const);
  return (
    <SimpleGrid cols={{ base: 1, md: sides.length }} spacing="xl" pt="sm">
      {sides.map((side) => {
        const question = questionOf(state, side);
        return isAsked(question) ? (
          <Answer key={side} sku={sku} question={question} name={side === '' ? t.left : t.right} />
        ) : (
          <Alert key={side} color="gray">
            {t.ask}
          </Alert>
        );
      })}
    </SimpleGrid>
  );
};
