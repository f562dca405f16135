const PAGE_BITS = 1 << 15;

/** A set of ids that needs an eighth of a byte per id in dense ranges, because a file may have millions. */
export class SeenIds {
  private readonly pages = new Map<number, Uint32Array>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(id: number): boolean {
    const word = this.pages.get(Math.floor(id / PAGE_BITS))?.[(id % PAGE_BITS) >>> 5] ?? 0;
    return (word & (1 << (id & 31))) !== 0;
  }

  add(id: number): void {
    if (!this.has(id)) this.count += 1;
    const number = Math.floor(id / PAGE_BITS);
    let page = this.pages.get(number);
    if (!page) {
      page = new Uint32Array(PAGE_BITS >>> 5);
      this.pages.set(number, page);
    }
    const at = (id % PAGE_BITS) >>> 5;
    page[at] = (page[at] ?? 0) | (1 << (id & 31));
  }
}
