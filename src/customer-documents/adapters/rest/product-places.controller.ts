import { Delete } from '@nestjs/common';
import { answers, Describes, Needs, PathId, RestController } from '../../../../libs/webapi/index.js';
import { RemovePlaces } from '../../application/remove-places.js';
import { DOCUMENT_RIGHTS } from '../../rights.record.js';

/**
 * The further removals of product assignments (documents.md, "Records"): true whatever the id is, also one that no
 * product or document has or can have.
 */
@RestController('customerdocuments/product')
export class ProductPlacesController {
  constructor(private readonly places: RemovePlaces) {}

  @Delete('by-product/:productId')
  @Needs(DOCUMENT_RIGHTS.delete)
  @Describes({ summary: 'Take all documents from a product', answer: answers.true, never: [404] })
  async ofProduct(@PathId('productId', { orNobodys: true }) productId: number): Promise<true> {
    await this.places.of('productId', productId);
    return true;
  }

  @Delete('by-document/:documentId')
  @Needs(DOCUMENT_RIGHTS.delete)
  @Describes({ summary: 'Take a document from all products', answer: answers.true, never: [404] })
  async ofDocument(@PathId('documentId', { orNobodys: true }) documentId: number): Promise<true> {
    await this.places.of('documentId', documentId);
    return true;
  }
}
