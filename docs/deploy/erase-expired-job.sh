#!/usr/bin/env bash
# Deploys the daily job on Cloud Run. Run it from a folder with env.yaml: the plain values of cloud-run.yaml as
# `NAME: value` lines.
set -euo pipefail

PROJECT=${PROJECT:?the Google Cloud project}
VERSION=${VERSION:?the tag of the image}
REGION=${REGION:-us-central1}

gcloud run jobs deploy erase-expired --region="$REGION" --max-retries=3 \
  --image="$REGION-docker.pkg.dev/$PROJECT/app/profile-analyzer:$VERSION" \
  --service-account="profile-analyzer@$PROJECT.iam.gserviceaccount.com" \
  --env-vars-file=env.yaml \
  --set-secrets=BRANDS=brands:latest,SMTP_URL=smtp-url:latest,SESSION_SECRETS=session-secrets:latest,FIREBASE_API_KEY=firebase-api-key:latest,SUBSCRIPTIONS_SECRET=subscriptions-secret:latest \
  --network=default --subnet=default --vpc-egress=private-ranges-only \
  --command=node --args=build/server/erase-expired.js,--commit

gcloud scheduler jobs create http erase-expired --location="$REGION" --schedule="17 3 * * *" \
  --uri="https://run.googleapis.com/v2/projects/$PROJECT/locations/$REGION/jobs/erase-expired:run" \
  --http-method=POST --oauth-service-account-email="scheduler@$PROJECT.iam.gserviceaccount.com"
