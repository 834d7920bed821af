package node

import "testing"

// Several machines may share the records, but not a folder of one of them.
func TestDeploymentWarning(t *testing.T) {
	for d, want := range map[Deployment]bool{
		{}:                                 false,
		{Database: "sqlite://records.db"}:  false,
		{Database: "postgres://db/mockup"}: true,
		{Database: "postgresql://db/mockup", Data: "data"}:              true,
		{Database: "postgres://db/mockup", Storage: "s3://mockups"}:     false,
		{Database: "postgres://db/mockup", Storage: "/mnt/all/outputs"}: false,
	} {
		if got := d.warning(); (got != "") != want {
			t.Errorf("%+v: %q", d, got)
		}
	}
}
