import type { Migration } from '../migration.js';
import { changeVersion } from './20261121120000-change-version.js';
import { changeLog } from './20261121120100-change-log.js';
import { website } from './20261121120200-website.js';
import { store } from './20261121120300-store.js';
import { customerGroup } from './20261121120400-customer-group.js';
import { customer } from './20261121120500-customer.js';
import { customerAccount } from './20261121120600-customer-account.js';
import { category } from './20261121120700-category.js';
import { product } from './20261121120800-product.js';
import { productWebsitePrice } from './20261121120900-product-website-price.js';
import { productCategory } from './20261121121000-product-category.js';
import { productTierPrice } from './20261121121100-product-tier-price.js';
import { salesEntity } from './20261121121200-sales-entity.js';
import { priceSettings } from './20261121121300-price-settings.js';
import { priceList } from './20261121121400-price-list.js';
import { priceListProduct } from './20261121121500-price-list-product.js';
import { priceListCustomer } from './20261121121600-price-list-customer.js';
import { priceListGroup } from './20261121121700-price-list-group.js';
import { customerPrice } from './20261121121800-customer-price.js';
import { adminRole } from './20261121130000-admin-role.js';
import { adminUser } from './20261121130100-admin-user.js';
import { adminAccount } from './20261121130200-admin-account.js';
import { integration } from './20261121130300-integration.js';
import { integrationAccount } from './20261121130400-integration-account.js';
import { signInAttempt } from './20261121130500-sign-in-attempt.js';
import { categoryPrice } from './20261121140000-category-price.js';
import { categoryPriceGroup } from './20261121140100-category-price-group.js';
import { matrix } from './20261121140200-matrix.js';
import { matrixCondition } from './20261121140300-matrix-condition.js';
import { matrixCustomer } from './20261121140400-matrix-customer.js';
import { keptAnswer } from './20261121150000-kept-answer.js';
import { documentCategory } from './20261121160000-document-category.js';
import { document } from './20261121160100-document.js';
import { documentCustomer } from './20261121160200-document-customer.js';
import { documentCustomerGroup } from './20261121160300-document-customer-group.js';
import { documentProduct } from './20261121160400-document-product.js';
import { documentLink } from './20261121160500-document-link.js';
import { documentBlob } from './20261121160600-document-blob.js';
import { customerDocumentFile } from './20261121160700-customer-document-file.js';
import { documentDownload } from './20261121160800-document-download.js';
import { passportTemplate } from './20261121170000-passport-template.js';
import { passport } from './20261121170100-passport.js';
import { passportVersion } from './20261121170200-passport-version.js';
import { passportEvent } from './20261121170300-passport-event.js';
import { publishedPassport } from './20261121170400-published-passport.js';
import { passportPublication } from './20261121170500-passport-publication.js';
import { updatedAt } from './20261121180000-updated-at.js';
import { documentSeen } from './20261121190000-document-seen.js';
import { downloadEntry } from './20261122150000-download-entry.js';
import { publishedPassportListed } from './20261122151000-published-passport-listed.js';
import { passwordSetter } from './20261122120000-password-setter.js';
import { keptAnswerSteps } from './20261122140000-kept-answer-steps.js';
import { signInAttemptSeen } from './20261122120200-sign-in-attempt-seen.js';
import { writeTurn } from './20261122140300-write-turn.js';

/** All migrations in the order in which they run; a new one stands at the end. */
export const MIGRATIONS: readonly Migration[] = [
  changeVersion,
  changeLog,
  website,
  store,
  customerGroup,
  customer,
  customerAccount,
  category,
  product,
  productWebsitePrice,
  productCategory,
  productTierPrice,
  salesEntity,
  priceSettings,
  priceList,
  priceListProduct,
  priceListCustomer,
  priceListGroup,
  customerPrice,
  adminRole,
  adminUser,
  adminAccount,
  integration,
  integrationAccount,
  signInAttempt,
  categoryPrice,
  categoryPriceGroup,
  matrix,
  matrixCondition,
  matrixCustomer,
  keptAnswer,
  documentCategory,
  document,
  documentCustomer,
  documentCustomerGroup,
  documentProduct,
  documentLink,
  documentBlob,
  customerDocumentFile,
  documentDownload,
  passportTemplate,
  passport,
  passportVersion,
  passportEvent,
  publishedPassport,
  passportPublication,
  ...updatedAt,
  ...documentSeen,
  ...passwordSetter,
  signInAttemptSeen,
  ...keptAnswerSteps,
  ...writeTurn,
  ...downloadEntry,
  ...publishedPassportListed,
];
