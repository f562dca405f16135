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
    ['are not found without conditions', [], undefined],
    ['are not found in one condition', ['A1'], undefined],
    ['are not found in two conditions with the same SKU', ['A1', 'A1'], undefined],
    ['are reported at the second SKU', ['A1', 'B2', 'C3'], 1],
    ['are compared exactly', ['A1', 'a1'], 1],
  ])('%s', (_, skus, other) => {
    expect(otherSku(skus.map((sku) => condition(0, 1, sku)))).toBe(other);
  });

  it('are not found in conditions with other codes', () => {
    expect(otherSku([condition(1, 1, 'red', 'color'), condition(2, 1, 'A1'), condition(3, 1, 'blue', 'color')])).toBe(
      undefined,
    );
  });

  const stored = [condition(1, 1, 'A1'), condition(2, 2, 'A1'), condition(3, 2, 'B2')];
  it.each<[string, StoredConditionRow[], number | undefined]>([
    ['are refused for a new condition next to another', [condition(0, 1, 'B2')], 0],
    ['are allowed for the first condition of a matrix', [condition(0, 5, 'B2')], undefined],
    ['are refused for two new conditions at once', [condition(0, 5, 'A1'), condition(0, 5, 'B2')], 1],
    ['are allowed under OR', [condition(0, 2, 'C3')], undefined],
    ['are allowed for a change of the only condition', [condition(1, 1, 'B2')], undefined],
    [
      'are allowed after a condition that changes its code',
      [condition(1, 1, 'red', 'color'), condition(0, 1, 'B2')],
      undefined,
    ],
    [
      'are refused before a condition that changes its code',
      [condition(0, 1, 'B2'), condition(1, 1, 'red', 'color')],
      0,
    ],
    [
      'are allowed after a condition that moves to another matrix',
      [condition(1, 2, 'C3'), condition(0, 1, 'B2')],
      undefined,
    ],
    ['are refused for a condition that moves from another matrix', [condition(2, 1, 'B2')], 0],
    [
      'are not found if a condition with the same SKU moves from another matrix',
      [condition(3, 5, 'B2'), condition(0, 5, 'B2')],
      undefined,
    ],
    [
      'are not found in new conditions with other codes',
      [condition(0, 1, 'red', 'color'), condition(0, 1, 'blue', 'color')],
      undefined,
    ],
  ])('%s', (_, written, refused) => {
    expect(firstOtherSku(stored, written, (matrixId) => matrixId !== 2)).toBe(refused);
  });
});
