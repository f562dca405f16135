// Made by scripts/generate.mjs from the OpenAPI document; not to be edited.

/** Fields that are decimals, wherever they stand. */
export const DECIMALS: readonly string[] = [
  "cost",
  "discount_amount",
  "discount_percent",
  "final_price",
  "msrp",
  "original_price",
  "price",
  "qty",
  "quantity",
  "rated_energy_wh",
  "row_total",
  "special_price",
  "tolerance",
  "total",
  "unit_price",
  "value"
];

/** Fields that hold whatever somebody stored: nothing in them is a decimal of ours. */
export const OPAQUE: readonly string[] = [
  "attributes",
  "carried_over",
  "changes",
  "default",
  "example",
  "examples",
  "fields",
  "from",
  "having",
  "labels",
  "max",
  "meaning",
  "min",
  "not_applicable",
  "parameters",
  "passport",
  "passport_ids",
  "payload",
  "product_name",
  "record",
  "result",
  "schema",
  "text",
  "to",
  "value",
  "vocabulary"
];

/** Routes that take an Idempotency-Key; what only reads, or answers a secret, takes none. */
export const KEYED: readonly string[] = [
  "DELETE /V1/access/admins/{id}",
  "DELETE /V1/access/identities/{id}",
  "DELETE /V1/access/integrations/{id}",
  "DELETE /V1/access/integrations/{id}/oauth",
  "DELETE /V1/access/roles/{id}",
  "DELETE /V1/commerce/categories/bulk",
  "DELETE /V1/commerce/categories/by/external_id/{value}",
  "DELETE /V1/commerce/categories/{id}",
  "DELETE /V1/commerce/customerGroups/bulk",
  "DELETE /V1/commerce/customerGroups/by/code/{value}",
  "DELETE /V1/commerce/customerGroups/{id}",
  "DELETE /V1/commerce/customers/bulk",
  "DELETE /V1/commerce/customers/by/customer_number/{value}",
  "DELETE /V1/commerce/customers/by/external_id/{value}",
  "DELETE /V1/commerce/customers/{id}",
  "DELETE /V1/commerce/priceSettings/{websiteId}/customers/{customerId}",
  "DELETE /V1/commerce/priceSettings/{websiteId}/groups/{groupId}",
  "DELETE /V1/commerce/productTierPrices/bulk",
  "DELETE /V1/commerce/productTierPrices/{id}",
  "DELETE /V1/commerce/products/bulk",
  "DELETE /V1/commerce/products/by/sku/{value}",
  "DELETE /V1/commerce/products/sku/{sku}",
  "DELETE /V1/commerce/products/{id}",
  "DELETE /V1/commerce/salesEntities/bulk",
  "DELETE /V1/commerce/salesEntities/{id}",
  "DELETE /V1/commerce/stores/bulk",
  "DELETE /V1/commerce/stores/by/code/{value}",
  "DELETE /V1/commerce/stores/{id}",
  "DELETE /V1/commerce/websites/bulk",
  "DELETE /V1/commerce/websites/by/code/{value}",
  "DELETE /V1/commerce/websites/{id}",
  "DELETE /V1/customerdocuments/bulk",
  "DELETE /V1/customerdocuments/by/external_id/{value}",
  "DELETE /V1/customerdocuments/category/bulk",
  "DELETE /V1/customerdocuments/category/by/name/{value}",
  "DELETE /V1/customerdocuments/category/{id}",
  "DELETE /V1/customerdocuments/customer/bulk",
  "DELETE /V1/customerdocuments/customer/{id}",
  "DELETE /V1/customerdocuments/customergroup/bulk",
  "DELETE /V1/customerdocuments/customergroup/{id}",
  "DELETE /V1/customerdocuments/links/{id}",
  "DELETE /V1/customerdocuments/product/bulk",
  "DELETE /V1/customerdocuments/product/by-document/{documentId}",
  "DELETE /V1/customerdocuments/product/by-product/{productId}",
  "DELETE /V1/customerdocuments/product/{id}",
  "DELETE /V1/customerdocuments/{id}",
  "DELETE /V1/dpp/manage/grants/{id}",
  "DELETE /V1/dpp/manage/passports/{id}",
  "DELETE /V1/dpp/manage/passports/{id}/notice",
  "DELETE /V1/dpp/manage/runs/{uuid}",
  "DELETE /V1/dpp/manage/templates/{id}",
  "DELETE /V1/pricing/categoryprice/bulk",
  "DELETE /V1/pricing/categoryprice/by/external_id/{value}",
  "DELETE /V1/pricing/categoryprice/customergroup/bulk",
  "DELETE /V1/pricing/categoryprice/customergroup/by/external_id/{value}",
  "DELETE /V1/pricing/categoryprice/customergroup/{id}",
  "DELETE /V1/pricing/categoryprice/{id}",
  "DELETE /V1/pricing/customerprice/bulk",
  "DELETE /V1/pricing/customerprice/by/external_id/{value}",
  "DELETE /V1/pricing/customerprice/{id}",
  "DELETE /V1/pricing/pricelist/all",
  "DELETE /V1/pricing/pricelist/bulk",
  "DELETE /V1/pricing/pricelist/by/external_id/{value}",
  "DELETE /V1/pricing/pricelist/by/name/{value}",
  "DELETE /V1/pricing/pricelist/{id}",
  "DELETE /V1/pricing/pricelistcustomer/bulk",
  "DELETE /V1/pricing/pricelistcustomer/by/external_id/{value}",
  "DELETE /V1/pricing/pricelistcustomer/deleteByCustomerId/{customerId}",
  "DELETE /V1/pricing/pricelistcustomer/{id}",
  "DELETE /V1/pricing/pricelistgroup/bulk",
  "DELETE /V1/pricing/pricelistgroup/by/external_id/{value}",
  "DELETE /V1/pricing/pricelistgroup/{id}",
  "DELETE /V1/pricing/pricelistproduct/bulk",
  "DELETE /V1/pricing/pricelistproduct/by/external_id/{value}",
  "DELETE /V1/pricing/pricelistproduct/{id}",
  "DELETE /V1/pricing/productcustomermatrix/bulk",
  "DELETE /V1/pricing/productcustomermatrix/by/external_id/{value}",
  "DELETE /V1/pricing/productcustomermatrix/by/name/{value}",
  "DELETE /V1/pricing/productcustomermatrix/{id}",
  "DELETE /V1/pricing/productcustomermatrixattribute/bulk",
  "DELETE /V1/pricing/productcustomermatrixattribute/by/external_id/{value}",
  "DELETE /V1/pricing/productcustomermatrixattribute/{id}",
  "DELETE /V1/pricing/productcustomermatrixcustomer/bulk",
  "DELETE /V1/pricing/productcustomermatrixcustomer/by/external_id/{value}",
  "DELETE /V1/pricing/productcustomermatrixcustomer/{id}",
  "DELETE /V1/webhooks/{id}",
  "PATCH /V1/dpp/manage/passports/{id}",
  "POST /V1/access/admins",
  "POST /V1/access/admins/{id}/end-sessions",
  "POST /V1/access/admins/{id}/unlock",
  "POST /V1/access/identities",
  "POST /V1/access/integrations",
  "POST /V1/access/roles",
  "POST /V1/audit/export",
  "POST /V1/bulk/{bulkUuid}/cancel",
  "POST /V1/bulk/{bulkUuid}/retry",
  "POST /V1/commerce/categories",
  "POST /V1/commerce/categories/bulk",
  "POST /V1/commerce/customerGroups",
  "POST /V1/commerce/customerGroups/bulk",
  "POST /V1/commerce/customers",
  "POST /V1/commerce/customers/bulk",
  "POST /V1/commerce/productTierPrices",
  "POST /V1/commerce/productTierPrices/bulk",
  "POST /V1/commerce/products",
  "POST /V1/commerce/products/bulk",
  "POST /V1/commerce/salesEntities",
  "POST /V1/commerce/salesEntities/bulk",
  "POST /V1/commerce/stores",
  "POST /V1/commerce/stores/bulk",
  "POST /V1/commerce/websites",
  "POST /V1/commerce/websites/bulk",
  "POST /V1/customerdocuments",
  "POST /V1/customerdocuments/bulk",
  "POST /V1/customerdocuments/category",
  "POST /V1/customerdocuments/category/bulk",
  "POST /V1/customerdocuments/customer",
  "POST /V1/customerdocuments/customer/bulk",
  "POST /V1/customerdocuments/customergroup",
  "POST /V1/customerdocuments/customergroup/bulk",
  "POST /V1/customerdocuments/links",
  "POST /V1/customerdocuments/product",
  "POST /V1/customerdocuments/product/bulk",
  "POST /V1/customerdocuments/sweep/jobs",
  "POST /V1/dpp/manage/grants/end",
  "POST /V1/dpp/manage/grants/{id}/renew",
  "POST /V1/dpp/manage/grants/{id}/resume",
  "POST /V1/dpp/manage/grants/{id}/revoke",
  "POST /V1/dpp/manage/grants/{id}/suspend",
  "POST /V1/dpp/manage/import",
  "POST /V1/dpp/manage/measurements",
  "POST /V1/dpp/manage/passports",
  "POST /V1/dpp/manage/passports/readiness/jobs",
  "POST /V1/dpp/manage/passports/{id}/activate",
  "POST /V1/dpp/manage/passports/{id}/archive",
  "POST /V1/dpp/manage/passports/{id}/items/revisions",
  "POST /V1/dpp/manage/passports/{id}/items/revisions/jobs",
  "POST /V1/dpp/manage/passports/{id}/measurements",
  "POST /V1/dpp/manage/passports/{id}/notice",
  "POST /V1/dpp/manage/passports/{id}/publish",
  "POST /V1/dpp/manage/passports/{id}/revisions",
  "POST /V1/dpp/manage/passports/{id}/rework",
  "POST /V1/dpp/manage/passports/{id}/transfer",
  "POST /V1/dpp/manage/passports/{id}/upgrade",
  "POST /V1/dpp/manage/registry/answers",
  "POST /V1/dpp/manage/registry/exports",
  "POST /V1/dpp/manage/runs",
  "POST /V1/dpp/manage/runs/reservations",
  "POST /V1/dpp/manage/runs/{uuid}/publish",
  "POST /V1/dpp/manage/templates",
  "POST /V1/dpp/manage/templates/{code}/upgrade",
  "POST /V1/dpp/manage/templates/{code}/upgrade/jobs",
  "POST /V1/export",
  "POST /V1/import",
  "POST /V1/integration/admin/revoke-admin-token",
  "POST /V1/integration/customer/revoke-customer-token",
  "POST /V1/jobs/{bulkUuid}/cancel",
  "POST /V1/jobs/{bulkUuid}/retry",
  "POST /V1/pricing/categoryprice",
  "POST /V1/pricing/categoryprice/bulk",
  "POST /V1/pricing/categoryprice/customergroup",
  "POST /V1/pricing/categoryprice/customergroup/bulk",
  "POST /V1/pricing/customerprice",
  "POST /V1/pricing/customerprice/bulk",
  "POST /V1/pricing/lint/jobs",
  "POST /V1/pricing/pricelist",
  "POST /V1/pricing/pricelist/bulk",
  "POST /V1/pricing/pricelistbulk",
  "POST /V1/pricing/pricelistcustomer",
  "POST /V1/pricing/pricelistcustomer/bulk",
  "POST /V1/pricing/pricelistgroup",
  "POST /V1/pricing/pricelistgroup/bulk",
  "POST /V1/pricing/pricelistproduct",
  "POST /V1/pricing/pricelistproduct/bulk",
  "POST /V1/pricing/pricelistproductbulk",
  "POST /V1/pricing/productcustomermatrix",
  "POST /V1/pricing/productcustomermatrix/bulk",
  "POST /V1/pricing/productcustomermatrixattribute",
  "POST /V1/pricing/productcustomermatrixattribute/bulk",
  "POST /V1/pricing/productcustomermatrixcustomer",
  "POST /V1/pricing/productcustomermatrixcustomer/bulk",
  "POST /V1/pricing/replay/jobs",
  "POST /V1/webhooks",
  "POST /V1/webhooks/{id}/deliveries/{deliveryId}/resend",
  "POST /V1/webhooks/{id}/take",
  "POST /V1/webhooks/{id}/test",
  "PUT /V1/access/admins/{id}",
  "PUT /V1/access/identities/{id}",
  "PUT /V1/access/integrations/{id}",
  "PUT /V1/access/me/password",
  "PUT /V1/access/roles/{id}",
  "PUT /V1/commerce/categories/by/external_id/{value}",
  "PUT /V1/commerce/categories/{id}",
  "PUT /V1/commerce/customerGroups/by/code/{value}",
  "PUT /V1/commerce/customerGroups/{id}",
  "PUT /V1/commerce/customers/by/customer_number/{value}",
  "PUT /V1/commerce/customers/by/external_id/{value}",
  "PUT /V1/commerce/customers/number/{customerNumber}",
  "PUT /V1/commerce/customers/{id}",
  "PUT /V1/commerce/priceSettings/{websiteId}",
  "PUT /V1/commerce/priceSettings/{websiteId}/customers/{customerId}",
  "PUT /V1/commerce/priceSettings/{websiteId}/groups/{groupId}",
  "PUT /V1/commerce/productTierPrices/{id}",
  "PUT /V1/commerce/products/by/sku/{value}",
  "PUT /V1/commerce/products/sku/{sku}",
  "PUT /V1/commerce/products/{id}",
  "PUT /V1/commerce/salesEntities/{id}",
  "PUT /V1/commerce/stores/by/code/{value}",
  "PUT /V1/commerce/stores/{id}",
  "PUT /V1/commerce/websites/by/code/{value}",
  "PUT /V1/commerce/websites/{id}",
  "PUT /V1/customerdocuments/by/external_id/{value}",
  "PUT /V1/customerdocuments/category/by/name/{value}",
  "PUT /V1/customerdocuments/category/{id}",
  "PUT /V1/customerdocuments/customer/{id}",
  "PUT /V1/customerdocuments/customergroup/{id}",
  "PUT /V1/customerdocuments/product/{id}",
  "PUT /V1/customerdocuments/{documentId}/file",
  "PUT /V1/customerdocuments/{id}",
  "PUT /V1/dpp/manage/passports/{id}",
  "PUT /V1/dpp/manage/templates/{id}",
  "PUT /V1/pricing/categoryprice/by/external_id/{value}",
  "PUT /V1/pricing/categoryprice/customergroup/by/external_id/{value}",
  "PUT /V1/pricing/categoryprice/customergroup/{id}",
  "PUT /V1/pricing/categoryprice/{id}",
  "PUT /V1/pricing/customerprice/by/external_id/{value}",
  "PUT /V1/pricing/customerprice/{id}",
  "PUT /V1/pricing/pricelist/by/external_id/{value}",
  "PUT /V1/pricing/pricelist/by/name/{value}",
  "PUT /V1/pricing/pricelist/{id}",
  "PUT /V1/pricing/pricelistbulk",
  "PUT /V1/pricing/pricelistcustomer/by/external_id/{value}",
  "PUT /V1/pricing/pricelistcustomer/{id}",
  "PUT /V1/pricing/pricelistgroup/by/external_id/{value}",
  "PUT /V1/pricing/pricelistgroup/{id}",
  "PUT /V1/pricing/pricelistproduct/by/external_id/{value}",
  "PUT /V1/pricing/pricelistproduct/{id}",
  "PUT /V1/pricing/pricelistproductbulk",
  "PUT /V1/pricing/productcustomermatrix/by/external_id/{value}",
  "PUT /V1/pricing/productcustomermatrix/by/name/{value}",
  "PUT /V1/pricing/productcustomermatrix/{id}",
  "PUT /V1/pricing/productcustomermatrix/{id}/complete",
  "PUT /V1/pricing/productcustomermatrixattribute/by/external_id/{value}",
  "PUT /V1/pricing/productcustomermatrixattribute/{id}",
  "PUT /V1/pricing/productcustomermatrixcustomer/by/external_id/{value}",
  "PUT /V1/pricing/productcustomermatrixcustomer/{id}",
  "PUT /V1/webhooks/{id}"
];

/** Fields that hold a secret, in both spellings: a body with one takes no key. */
export const SECRETS: readonly string[] = [
  "callback",
  "currentPassword",
  "current_password",
  "password",
  "token"
];

/** Searches over what has no id of its own: their pages follow each other by number. */
export const WITHOUT_ID: readonly string[] = [
  "/V1/pricing/lint",
  "/V1/dpp/passports",
  "/V1/dpp/manage/passports/search",
  "/V1/dpp/manage/quality",
  "/V1/dpp/manage/passports/readiness/search",
  "/V1/dpp/manage/runs/search",
  "/V1/bulk",
  "/V1/audit/search",
  "/V1/audit/events/search",
  "/V1/audit/{resource}/{id}",
  "/V1/webhooks/{id}/deliveries"
];

/** The fields that criteria of a search may name. */
export interface Searchable {
  '/V1/access/admins/search': 'id' | 'username' | 'email' | 'role_id' | 'is_active';
  '/V1/access/roles/search': 'id' | 'name';
  '/V1/access/integrations/search': 'id' | 'name' | 'is_active' | 'endpoint' | 'identity_link_url' | 'consumer_key' | 'oauth_created_at';
  '/V1/access/identities/search': 'id' | 'admin_id' | 'issuer' | 'subject';
  '/V1/commerce/websites/search': 'id' | 'code' | 'name' | 'base_currency' | 'timezone' | 'is_default';
  '/V1/commerce/stores/search': 'id' | 'code' | 'name' | 'website_id' | 'is_default' | 'locale';
  '/V1/commerce/customerGroups/search': 'id' | 'code';
  '/V1/commerce/customers/search': 'id' | 'email' | 'customer_number' | 'group_id' | 'website_id' | 'first_name' | 'last_name' | 'is_active' | 'external_id' | 'created_at' | 'updated_at';
  '/V1/commerce/categories/search': 'id' | 'name' | 'parent_id' | 'external_id' | 'created_at' | 'updated_at';
  '/V1/commerce/products/search': 'id' | 'sku' | 'name' | 'price' | 'special_price' | 'special_from' | 'special_to' | 'cost' | 'msrp' | 'category_ids' | 'is_active' | 'created_at' | 'updated_at';
  '/V1/commerce/productTierPrices/search': 'id' | 'product_id' | 'sku' | 'website_id' | 'customer_group_id' | 'qty' | 'value';
  '/V1/commerce/salesEntities/search': 'id' | 'entity_type' | 'entity_id' | 'increment_id' | 'customer_id';
  '/V1/pricing/customerprice/search': 'id' | 'customer_id' | 'product_id' | 'sku' | 'website_id' | 'value' | 'qty' | 'price_application_type' | 'price_attribute' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/pricelist/search': 'id' | 'name' | 'active' | 'priority' | 'website_id' | 'is_base_pricelist' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/pricelistproduct/search': 'id' | 'pricelist_id' | 'product_id' | 'sku' | 'price' | 'qty' | 'price_application_type' | 'price_attribute' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/pricelistcustomer/search': 'id' | 'pricelist_id' | 'customer_id' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/pricelistgroup/search': 'id' | 'pricelist_id' | 'customer_group_id' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/categoryprice/search': 'id' | 'category_id' | 'customer_id' | 'priority' | 'website_id' | 'value' | 'qty' | 'price_application_type' | 'price_attribute' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/categoryprice/customergroup/search': 'id' | 'category_id' | 'customer_group_id' | 'priority' | 'website_id' | 'value' | 'qty' | 'price_application_type' | 'price_attribute' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/productcustomermatrix/search': 'id' | 'name' | 'is_active' | 'priority' | 'attributes_relation' | 'website_id' | 'price' | 'qty' | 'price_application_type' | 'price_attribute' | 'currency' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/productcustomermatrixattribute/search': 'id' | 'matrix_id' | 'attribute_code' | 'attribute_value' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/productcustomermatrixcustomer/search': 'id' | 'matrix_id' | 'customer_id' | 'from_date' | 'to_date' | 'external_id' | 'source_version' | 'created_at' | 'updated_at';
  '/V1/pricing/lint': 'id' | 'rule' | 'severity' | 'resource' | 'related' | 'message';
  '/V1/dpp/passports': 'passport_id' | 'uuid' | 'sku' | 'image_url' | 'store_id' | 'template_code' | 'template_version' | 'version' | 'status' | 'espr_category' | 'granularity' | 'gtin' | 'batch' | 'serial' | 'mpn' | 'country_of_origin' | 'hs_code' | 'completeness_score' | 'published_at' | 'valid_from' | 'valid_to' | 'public_url' | 'qr_url' | 'jsonld_url' | 'content_digest';
  '/V1/dpp/manage/grants/search': 'id' | 'audience' | 'scope' | 'to_name' | 'to_email' | 'to_operator_scheme' | 'to_operator_id' | 'to_on_behalf_of' | 'purpose' | 'until' | 'suspended_at' | 'revoked_at' | 'revoked_by_kind' | 'revoked_by_id' | 'created_at' | 'made_by_kind' | 'made_by_id';
  '/V1/dpp/manage/passports/{id}/access-log/search': 'id' | 'passport_id' | 'version' | 'grant_id' | 'points' | 'at';
  '/V1/dpp/manage/passports/search': 'passport_id' | 'uuid' | 'sku' | 'image_url' | 'store_id' | 'template_code' | 'template_version' | 'version' | 'status' | 'espr_category' | 'granularity' | 'gtin' | 'batch' | 'serial' | 'mpn' | 'country_of_origin' | 'hs_code' | 'placed_on_market_on' | 'use' | 'rechargeable' | 'has_bms' | 'external_storage' | 'rated_energy_wh' | 'completeness_score' | 'published_at' | 'valid_from' | 'valid_to' | 'archived_at' | 'archive_reason' | 'predecessor_id' | 'model_passport' | 'batch_passport' | 'created_at' | 'updated_at';
  '/V1/dpp/manage/quality': 'passport_id' | 'uuid' | 'sku' | 'image_url' | 'store_id' | 'template_code' | 'template_version' | 'version' | 'status' | 'espr_category' | 'granularity' | 'gtin' | 'batch' | 'serial' | 'mpn' | 'country_of_origin' | 'hs_code' | 'placed_on_market_on' | 'use' | 'rechargeable' | 'has_bms' | 'external_storage' | 'rated_energy_wh' | 'completeness_score' | 'published_at' | 'valid_from' | 'valid_to' | 'archived_at' | 'archive_reason' | 'predecessor_id' | 'model_passport' | 'batch_passport' | 'created_at' | 'updated_at';
  '/V1/dpp/manage/passports/readiness/search': 'passport_id' | 'uuid' | 'sku' | 'image_url' | 'store_id' | 'template_code' | 'template_version' | 'version' | 'status' | 'espr_category' | 'granularity' | 'gtin' | 'batch' | 'serial' | 'mpn' | 'country_of_origin' | 'hs_code' | 'placed_on_market_on' | 'use' | 'rechargeable' | 'has_bms' | 'external_storage' | 'rated_energy_wh' | 'completeness_score' | 'published_at' | 'valid_from' | 'valid_to' | 'archived_at' | 'archive_reason' | 'predecessor_id' | 'model_passport' | 'batch_passport' | 'created_at' | 'updated_at';
  '/V1/dpp/manage/runs/search': 'uuid' | 'status' | 'sku' | 'gtin' | 'store_id' | 'batch' | 'item_count' | 'reserved' | 'published' | 'refused' | 'actor_kind' | 'actor_id' | 'releaser_kind' | 'releaser_id' | 'created_at';
  '/V1/dpp/manage/registry/search': 'id' | 'passport_id' | 'version' | 'state' | 'problem' | 'export_id' | 'action' | 'registration_id' | 'at';
  '/V1/dpp/manage/templates/search': 'id' | 'code' | 'version' | 'espr_category' | 'created_at' | 'updated_at';
  '/V1/customerdocuments/search': 'id' | 'name' | 'is_external' | 'external_url' | 'is_public' | 'category_id' | 'website_id' | 'show_in_sidebar' | 'valid_from' | 'valid_to' | 'customer_ids' | 'customer_group_ids' | 'external_id' | 'created_at' | 'updated_at';
  '/V1/customerdocuments/category/search': 'id' | 'name';
  '/V1/customerdocuments/customer/search': 'id' | 'document_id' | 'customer_id';
  '/V1/customerdocuments/customergroup/search': 'id' | 'document_id' | 'customer_group_id';
  '/V1/customerdocuments/product/search': 'id' | 'document_id' | 'product_id' | 'store_id' | 'position';
  '/V1/customerdocuments/links': 'id' | 'customer_document_id' | 'link_entity_type' | 'link_entity_id';
  '/V1/customerdocuments/me/search': 'id' | 'product_id' | 'sku' | 'store_id' | 'name' | 'is_external' | 'is_public' | 'category_id' | 'website_id' | 'show_in_sidebar' | 'valid_from' | 'valid_to' | 'created_at' | 'updated_at';
  '/V1/customerdocuments/public/search': 'id' | 'product_id' | 'sku' | 'store_id' | 'name' | 'is_external' | 'is_public' | 'category_id' | 'website_id' | 'show_in_sidebar' | 'valid_from' | 'valid_to' | 'created_at' | 'updated_at';
  '/V1/customerdocuments/downloads/search': 'id' | 'document_id' | 'customer_id' | 'address' | 'via' | 'bytes' | 'count' | 'at';
  '/V1/bulk': 'id' | 'bulk_uuid' | 'topic_name' | 'status' | 'result_message' | 'start_time';
  '/V1/audit/search': 'id' | 'number' | 'at' | 'caller' | 'interface' | 'operation' | 'request_id' | 'trace_id' | 'caller_request_id' | 'caller_trace_id' | 'job' | 'resource' | 'action';
  '/V1/audit/events/search': 'id' | 'event' | 'caller' | 'operation' | 'subject' | 'count' | 'first_at' | 'last_at';
  '/V1/audit/{resource}/{id}': never;
  '/V1/webhooks/search': 'id' | 'url' | 'description' | 'is_active' | 'switched_off' | 'switched_off_at' | 'owner';
  '/V1/webhooks/{id}/deliveries': never;
}
