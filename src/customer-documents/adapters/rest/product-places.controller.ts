import { Delete } from '@nestjs/common';
import { answers, Describes, Needs, PathId, RestController } from '../../../../libs/webapi/index.js';
import { RemovePlaces } from '../../application/remove-places.js';
import { DOCUMENT_RIGHTS } from '../../rights.record.js';

/** The further removals of product assignments (interface.md, extra product assignment routes). */
@RestController('customerdocuments/product')
export class ProductPlacesController {
  constructor(private readonly places: RemovePlaces) {}

  @Delete('by-product/:productId')
  @Needs(DOCUMENT_RIGHTS.delete)
  @Describes({ summary: 'Take all documents from a product', answer: answers.true })
  async ofProduct(@PathId('productId') productId: number): Promise<true> {
    await this.places.of('productId', productId);
    return true;
  }

  @Delete('by-document/:documentId')
  @Needs(DOCUMENT_RIGHTS.delete)
  @Describes({ summary: 'Take a document from all products', answer: answers.true })
  async ofDocument(@PathId('documentId') documentId: number): Promise<true> {
    await this.places.of('documentId', documentId);
    return true;
  }
}
