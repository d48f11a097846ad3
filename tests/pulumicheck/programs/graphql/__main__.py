import pulumi_aws as aws
import pulumi_nowhere as nowhere

word = nowhere.RandomString("word", length=15)
aws.appsync.GraphQLApi("api", authentication_type="API_KEY", name=word.result)
