import { firstOtherSku, otherSku, type StoredConditionRow } from './one-sku.js';

const condition = (
  id: number,
  matrixId: number,
  attributeValue: string,
  attributeCode = 'sku',
): StoredConditionRow => ({
  id,
  matrixId,
  attributeCode,
  attributeValue,
});

describe('conditions on different SKUs', () => {
  it.each<[string, string[], number | undefined]>([
    ['none', [], undefined],
    ['one', ['A1'], undefined],
    ['two of the same', ['A1', 'A1'], undefined],
    ['the second is told', ['A1', 'B2', 'C3'], 1],
    ['they compare exactly', ['A1', 'a1'], 1],
  ])('%s', (_, skus, other) => {
    expect(otherSku(skus.map((sku) => condition(0, 1, sku)))).toBe(other);
  });

  it('other codes may have several', () => {
    expect(otherSku([condition(1, 1, 'red', 'color'), condition(2, 1, 'A1'), condition(3, 1, 'blue', 'color')])).toBe(
      undefined,
    );
  });

  const stored = [condition(1, 1, 'A1'), condition(2, 2, 'A1'), condition(3, 2, 'B2')];
  it.each<[string, StoredConditionRow[], number | undefined]>([
    ['a new one beside another', [condition(0, 1, 'B2')], 0],
    ['a new one where there is none', [condition(0, 5, 'B2')], undefined],
    ['two new ones at once', [condition(0, 5, 'A1'), condition(0, 5, 'B2')], 1],
    ['under OR there may be several', [condition(0, 2, 'C3')], undefined],
    ['a changed one takes its own place', [condition(1, 1, 'B2')], undefined],
    ['one that changes its code makes room', [condition(1, 1, 'red', 'color'), condition(0, 1, 'B2')], undefined],
    ['but only for those behind it', [condition(0, 1, 'B2'), condition(1, 1, 'red', 'color')], 0],
    ['one that moves away makes room', [condition(1, 2, 'C3'), condition(0, 1, 'B2')], undefined],
    ['one that moves in finds another', [condition(2, 1, 'B2')], 0],
    ['one that moves in with the same SKU', [condition(3, 5, 'B2'), condition(0, 5, 'B2')], undefined],
    ['other codes do not matter', [condition(0, 1, 'red', 'color'), condition(0, 1, 'blue', 'color')], undefined],
  ])('%s', (_, written, refused) => {
    expect(firstOtherSku(stored, written, (matrixId) => matrixId !== 2)).toBe(refused);
  });
});
